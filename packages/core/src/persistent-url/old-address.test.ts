import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf, OLD_ADDRESS_FORMS } from '../../../../tests/fixtures/old-address-forms.ts';
import { type OldAddress, readOldAddress } from './old-address.ts';
import { formatPersistentTarget, parsePersistentTarget } from './persistent-url.ts';
import { readPersistentUrl } from './tolerant-reader.ts';

const REPOSITORY = 'sid.inpe.br/iris@1912/2005/07.19.22.01';
const IBIP = '8JMKD3MGP8W/34PGRBS';
const OTHER = 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23';
const METADATA = 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23.01';
const LEGACY = '83LX3pFwXQZ5Jpy/Bkjzd';
const FILE = 'a%20b.pdf';

/** What each address must be read as; the tolerant reader reads plain persistent URLs. */
const describeOld = (old: OldAddress | undefined): unknown =>
  old && ('ibi' in old ? { ...old, ibi: old.ibi.text } : old);

const readAddress = (address: string): unknown => {
  const old = readOldAddress(address);
  if (old !== undefined) return describeOld(old);
  const reading = readPersistentUrl(address);
  return reading.ok ? { ...reading.value, target: formatPersistentTarget(reading.value.url) } : undefined;
};

describe.each([REPOSITORY, IBIP])('the forms in which URLib prints the address of %s', (label) => {
  const expected: Readonly<Record<string, unknown>> = {
    [`/upn:LCETB2:/${label}`]: { target: `/${label}` },
    [`/upn:LCETB2:${label}`]: { target: `/${label}` },
    [`/upn:9HFNHE-:${label}`]: { target: `/${label}` },
    [`/upn:EFDBHS:${LEGACY}`]: { target: '/dpi.inpe.br/lise/2004/03.02.15.20', legacy: { text: LEGACY } },
    [`/${LEGACY}`]: { target: '/dpi.inpe.br/lise/2004/03.02.15.20', legacy: { text: LEGACY } },
    [`/${label}:(BibINPE)?ibiurl.backgroundlanguage=en`]: { target: `/${label}:?choice=BibINPE&lang=en` },
    [`/col/${label}/doc/thisInformationItemHomePage.html`]: { kind: 'item-page', ibi: label },
    [`/col/${label}/doc/${FILE}`]: { target: `/${label}/${FILE}` },
    [`/col/${label}/doc/mirrorget.cgi?metadatarepository=${METADATA}&choice=full`]: {
      kind: 'metadata',
      ibi: METADATA,
      choice: 'full',
    },
    [`/col/${label}/doc/mirrorget.cgi?metadatarepository=${METADATA}&choice=fullXML`]: {
      kind: 'metadata',
      ibi: METADATA,
      choice: 'fullXML',
    },
    [`/col/${label}/doc/goto-/${OTHER}+(pt-BR)`]: { kind: 'persistent-url', target: `/${OTHER}+(pt-BR)` },
    [`/displaydoccontent.cgi/${label}/goto/${OTHER}`]: { kind: 'persistent-url', target: `/${OTHER}` },
    [`/displaydoccontent.cgi/${label}?displaytype=FileList`]: {
      kind: 'persistent-url',
      target: `/${label}?ibiurl.verblist=GetFileList`,
    },
    [`/attachment.cgi/${label}/doc/${FILE}`]: { kind: 'persistent-url', target: `/${label}/${FILE}` },
    [`/${label}?metadatarepository=${METADATA}&ibiurl.backgroundlanguage=pt-BR&ibiurl.requiredsite=host+806&searchinputvalue=num%E9rica`]:
      { target: `/${label}?metadatarepository=${METADATA}&searchinputvalue=num%E9rica` },
    [`/rep/${label}`]: { target: `/${label}` },
    [`/ibi/${label}`]: { target: `/${label}` },
    [`/${label}-NTC`]: { target: `/${label}` },
    [`/${label}`]: { target: `/${label}` },
  };
  const addresses = OLD_ADDRESS_FORMS.flatMap(({ path }) =>
    addressesOf(path, { label, other: OTHER, legacy: LEGACY, file: FILE, metadata: METADATA }),
  );
  // A type code is printed after repository names only.
  const readable = addresses.filter((address) => label === REPOSITORY || !address.endsWith('-NTC'));

  it('are all spelled out here', () => {
    expect(addresses).toEqual(expect.arrayContaining(Object.keys(expected)));
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(addresses));
  });

  it.each(readable)('%s', (address) => {
    const read = readAddress(address);
    expect(read).toMatchObject(expected[address] as object);
  });
});

describe('readOldAddress', () => {
  it.each([
    ['/', undefined],
    ['/col/x', undefined],
    ['/col/x/doc/thisInformationItemHomePage.html', undefined],
    [`/col/${IBIP}/a.pdf/doc/thisInformationItemHomePage.html`, undefined],
    [`/col/${IBIP}/doc/mirrorget.cgi`, undefined],
    [`/col/${IBIP}/doc/mirrorget.cgi?metadatarepository=`, undefined],
    [`/col/${IBIP}/doc/goto-/evil.example`, undefined],
    [`/col/${IBIP}/doc/goto-//evil.example/${IBIP}`, undefined],
    ['/displaydoccontent.cgi/x', undefined],
    [
      `/displaydoccontent.cgi/${REPOSITORY}?displaytype=FileList&ibiurl.requireditemstatus=Original&a=b`,
      {
        kind: 'persistent-url',
        target: `/${REPOSITORY}?ibiurl.verblist=GetFileList&ibiurl.requireditemstatus=Original`,
      },
    ],
    [`/attachment.cgi/${IBIP}/doc/`, undefined],
    [
      `/col/${IBIP}/doc/mirrorget.cgi?a=b&metadatarepository=sid.inpe.br%2Fmtc-m18%4080%2F2009%2F07.21.13.23.01`,
      { kind: 'metadata', ibi: METADATA, choice: 'full' },
    ],
    [`/col/x/doc/goto-/${LEGACY}!?a=b`, { kind: 'persistent-url', target: `/${LEGACY}!?a=b` }],
    // The address leads to no other host, whatever host is written in it.
    [`/col/x/doc/goto-/evil.example/${IBIP}`, { kind: 'persistent-url', target: `/${IBIP}` }],
    [`/displaydoccontent.cgi/${IBIP}?displaytype=x`, { kind: 'persistent-url', target: `/${IBIP}` }],
    [`/displaydoccontent.cgi/${IBIP}`, { kind: 'persistent-url', target: `/${IBIP}` }],
  ])('reads %s', (address, old) => {
    expect(describeOld(readOldAddress(address))).toEqual(old);
  });

  it('leads to persistent URLs of the resolver only, whatever is written', () => {
    const scrap = fc.constantFrom(
      '/',
      '//',
      'goto-/',
      '/goto/',
      '/doc/',
      '?',
      '&',
      'evil.example',
      IBIP,
      LEGACY,
      '%2f',
      ':',
    );
    const program = fc.constantFrom('/col/', '/attachment.cgi/', '/displaydoccontent.cgi/');
    fc.assert(
      fc.property(program, fc.array(scrap, { maxLength: 8 }), (start, scraps) => {
        const old = readOldAddress(start + scraps.join(''));
        if (old?.kind !== 'persistent-url') return;
        const strict = parsePersistentTarget(old.target);
        expect(strict.ok || old.target.startsWith(`/${LEGACY}`)).toBe(true);
      }),
      { seed: 52, numRuns: 5_000 },
    );
  });
});
