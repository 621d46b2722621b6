import { parseServiceRequest } from '@perene/core';
import { expect, it } from 'vitest';
import { parsedLabel } from '../fixtures/labels.ts';
import { acknowledgmentUrl, createScriptedFederation, urlList } from './scripted-federation.ts';

const IBI = 'example.org/item/2020/01.01.00.00';
const SERVICE = parsedLabel('example.org/a/2000/01.01.00.00');

it('tells an Archive the persistent URL, but not that the original was required', async () => {
  const pairs = [`ibi {rep ${IBI}}`, 'url.metadata http://a.example.org/m', 'state.metadata Original'];
  const federation = createScriptedFederation([
    {
      address: 'a.example.org',
      service: SERVICE,
      answer: () => urlList('a.example.org', SERVICE, ...pairs, 'urlkey 1234567890'),
    },
  ]);
  const found = await federation.resolve(`/${IBI}:?x=1&ibiurl.requireditemstatus=Original&y=%20`);
  const url = acknowledgmentUrl(found);
  expect(url).not.toContain('requireditemstatus');
  expect(parseServiceRequest(url.slice(url.indexOf('?') + 1))).toMatchObject({
    ok: true,
    value: { persistentUrl: `http://urlib.net:80/${IBI}:?x=1&y=%20` },
  });
});
