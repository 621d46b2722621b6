import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIbi } from '../../ibi/ibi.ts';
import {
  formatTransferCheck,
  formatTransferConfirmation,
  parseTransferCheck,
  parseTransferConfirmation,
} from './transfer-message.ts';

const ITEM = 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46';
const DIGEST = 'ab'.repeat(32);

it('a check of a transfer is read as it was written', () => {
  const label = parseIbi(ITEM);
  if (!label.ok) throw new Error(ITEM);
  const check = { label: label.value.text, digest: DIGEST };
  expect(parseTransferCheck(formatTransferCheck(check))).toEqual({ ok: true, value: check });
});

it.each([
  ['servicesubject=urlRequest', undefined],
  ['servicesubject=transferCheck', 'transfer-check/item'],
  [`servicesubject=transferCheck&transfer.item=${ITEM}`, 'transfer-check/digest'],
  [`servicesubject=transferCheck&transfer.item=${ITEM}&transfer.digest=${DIGEST}0`, 'transfer-check/digest'],
  [`servicesubject=transferCheck&transfer.item=x&transfer.digest=${DIGEST}`, 'ibi/no-slash'],
])('%s', (query, problem) => {
  const check = parseTransferCheck(query);
  expect(check.ok ? check.value : check.problem).toBe(problem);
});

it('a query that cannot be read is refused', () => {
  expect(parseTransferCheck('servicesubject=%zz')).toMatchObject({ ok: false });
});

it('a confirmation is read as it was written, whatever the URL', () => {
  fc.assert(
    fc.property(fc.webUrl(), (to) => {
      const offered = { hash: `sha256:${DIGEST}`, to };
      expect(parseTransferConfirmation(formatTransferConfirmation(offered))).toEqual({ ok: true, value: offered });
    }),
  );
  expect(parseTransferConfirmation(formatTransferConfirmation(undefined))).toEqual({ ok: true, value: undefined });
});

it('what confirms nothing is refused', () => {
  for (const text of ['', 'transfer.offered maybe', 'transfer.offered {yes}', 'state Original', 'transfer.offered {']) {
    expect(parseTransferConfirmation(text)).toMatchObject({ ok: false });
  }
  expect(parseTransferConfirmation('transfer.offered yes\r\ntransfer.to %ff')).toEqual({
    ok: true,
    value: { hash: '', to: '' },
  });
});
