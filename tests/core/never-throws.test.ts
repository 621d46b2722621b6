import { describe, expect, it } from 'vitest';
import { effort } from '../fixtures/effort.ts';
import { TEXT_PARSERS } from '../fixtures/text-parsers.ts';

const RUNS = effort({ usual: 100_000, thorough: 1_000_000 });
const MAX_LENGTH = 60;

/** Texts that some grammar accepts, to be mutated. */
const SEEDS = [
  '8JMKD3MGP8W/34PGRBS',
  '7URMDHLL9SSN2D89MXJD/E56U9CW27',
  'sid.inpe.br/mtc-m18@80/2009/02.16.17.46.00.5',
  'http://urlib.net/8JMKD3MGP8W/35MMLL8!+(pt-BR):(oai_dc)/a%20b?ibiurl.verblist=GetFileList&q=1',
  '/8JMKD3MGP8W/34PGRBS+(pt)/a%20b?x=1',
  'upn:x:iconet.com.br/banon/2009/09.09.22.01-TDI??',
  '6qtX3pFwXQZGivnK2Y/SskcB',
  'APM77Z/UaJFT:(BibINPE)?ibiurl.backgroundlanguage=en',
  'a1 {a2 a3} a4 a5',
  'archiveaddress a.b\r\nibi {rep a.b/c/2009/01.01.00.00}\r\nstate Original',
  'servicesubject=urlRequest&clientinformation.ipaddress=1.2.3.4&parsedibiurl.ibi=LK47B6W/362SFKH',
  'status.archive refused status.reason {wrong key}',
  'archiveserviceibi = dpi.inpe.br/banon/1999/01.09.22.14\nregistrationkey = 1234567890',
  '1234567890-1234567890',
  '2001:252:0:1::2008:6',
  '150.163.2.174:8080',
  '.lastedition.translation(pt-BR).metadata(oai_dc)',
  'GetLastEdition GetMetadata(oai_dc) GetFileList',
  '-981114292.05',
  '0.001',
  'pt-BR',
  'www.example.org',
  'f5.reedeedk',
  '65535',
  '2026-11-20T09:30:00Z',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  `${'AAAA'.repeat(21)}AA==`,
  'example.org/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a MTIzNDU=\n',
  'ibi-log-v1\n2026-11-20T09:30:00Z\nibi-alert-v1\nLK47B6W/362SFKH\ntwo-originals\n',
  'ibi-key-v1\npinned\nLK47B6W/362SFKH\ned25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\nnone\n2026-11-20T09:30:00Z\n',
];

const ALPHABET = [...'0123456789aAbBwWxXzZ./:@-+!()%?&= {}#\t\r\n\0\u00e9\u017f\u212a\u{1f600}', '\ud800', '\udfff'];

/** Makes a small deterministic generator (xorshift), so that a failure can be repeated. */
const createChance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
};

const mutate = (chance: (below: number) => number): string => {
  let text = chance(4) === 0 ? '' : (SEEDS[chance(SEEDS.length)] ?? '');
  for (let change = chance(6); change >= 0; change -= 1) {
    const position = chance(text.length + 1);
    const character = ALPHABET[chance(ALPHABET.length)] ?? '';
    const removed = chance(3);
    text = text.slice(0, position) + (removed === 2 ? '' : character) + text.slice(position + removed);
  }
  return text.slice(0, MAX_LENGTH + chance(60));
};

describe('parsers', () => {
  it('are all found', () => {
    expect(TEXT_PARSERS.map(([name]) => name).sort()).toMatchInlineSnapshot(`
      [
        "parseCanonicalLabel",
        "parseExactDate",
        "parseGranularity",
        "parseHash",
        "parseHostName",
        "parseHostPort",
        "parseIbi",
        "parseIbip",
        "parseInstant",
        "parseIpAddress",
        "parseIpList",
        "parseKey",
        "parseLanguage",
        "parseLegacyLabel",
        "parseListOfPairs",
        "parseLogEntry",
        "parseMembershipStatus",
        "parseNote",
        "parsePersistentTarget",
        "parsePersistentUrl",
        "parsePort",
        "parsePublicKey",
        "parseQueryString",
        "parseRegistrationMail",
        "parseRelation",
        "parseRepositoryName",
        "parseServiceRequest",
        "parseSignature",
        "parseSignedCheckpoint",
        "parseStatement",
        "parseTemplate",
        "parseTransferId",
        "parseUrlList",
        "parseVerbList",
        "readPersistentUrl",
      ]
    `);
  });

  it.each(TEXT_PARSERS)(`%s answers ${RUNS.toLocaleString('en')} random and mutated texts`, (_name, parse) => {
    const chance = createChance(20_261_115);
    let accepted = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const text = mutate(chance);
      const answer = parse(text);
      if (answer.ok) accepted += 1;
      else if (
        !(answer.position >= 0 && answer.position <= text.length) ||
        answer.problem === '' ||
        answer.expected === ''
      ) {
        throw new Error(`a poor answer to ${JSON.stringify(text)}: ${JSON.stringify(answer)}`);
      }
    }
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(RUNS);
  });
});
