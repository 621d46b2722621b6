import { describe, expect, it } from 'vitest';
import { createScriptedResolver, FOUND, IBIP, LOCATION, OUTCOMES } from '../fixtures/scripted-resolver.ts';
import { startApiServer } from './api-server.ts';

describe('GET /resolve', () => {
  it.each(Object.values(OUTCOMES))('returns the outcome: $kind', async (outcome) => {
    const { url } = await startApiServer({ resolver: createScriptedResolver(() => outcome) });
    const response = await fetch(`${url}/api/v1/resolve?url=${IBIP}`);
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(answer.outcome).toBe(outcome.kind);
    expect(answer.kind).toBeUndefined();
    if ('ibi' in outcome) expect(answer.ibi).toBe(outcome.ibi);
  });

  it('keeps the key of a URL to itself', async () => {
    const { url } = await startApiServer({ resolver: createScriptedResolver(() => FOUND) });
    const text = await (await fetch(`${url}/api/v1/resolve?url=${IBIP}`)).text();
    expect(JSON.parse(text)).toEqual({
      outcome: 'found',
      silent: [],
      url: LOCATION,
      ibi: IBIP,
      archive: FOUND.archive,
      state: 'Original',
      isByLanguage: false,
      changes: [],
    });
  });

  it('asks for the reader, whatever was pasted, and counts nothing', async () => {
    const resolver = createScriptedResolver();
    const { url } = await startApiServer({ resolver });
    const pasted = ` http://urlib.net/${IBIP}+(pt)?a=1&b `;
    await fetch(`${url}/api/v1/resolve?url=${encodeURIComponent(pasted)}`, { headers: { 'accept-language': 'pt' } });
    expect(resolver.asked).toEqual([
      { target: pasted, clientAddresses: ['127.0.0.1'], languages: 'pt', isCounted: false, passed: [] },
    ]);
  });

  it('tells the steps to those who have a key', async () => {
    const { url, keys } = await startApiServer();
    const path = `${url}/api/v1/resolve?url=${IBIP}&trace=yes`;
    expect((await fetch(path)).status).toBe(401);
    const response = await fetch(path, { headers: { authorization: `Bearer ${keys.reader}` } });
    expect(await response.json()).toMatchObject({
      outcome: 'unknown',
      steps: [{ kind: 'decided', because: 'there are copies only', code: 'copies-only', parameters: {} }],
    });
  });

  it.each(['', '?url=', '?url=a&trace=maybe'])('refuses %j', async (query) => {
    const { url } = await startApiServer();
    expect((await fetch(`${url}/api/v1/resolve${query}`)).status).toBe(400);
  });
});
