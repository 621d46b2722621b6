import { describe, expect, it } from 'vitest';
import { parseIbi } from '../ibi/ibi.ts';
import { citingItemOf, withCitingItem } from './citing-item.ts';
import { parsePersistentUrl } from './persistent-url.ts';

const URL = 'http://urlib.net/8JMKD3MGP8W/34PGRBS';
const PAIR = 'ibiurl.clientinformation.citingitem';

describe('the item whose link was followed', () => {
  it.each([
    [`?${PAIR}=LK47B6W/48QQQSB`, 'LK47B6W/48QQQSB'],
    [`?a=b&${PAIR}=lk47b6w%2f48qqqsb&c`, 'LK47B6W/48QQQSB'],
    [`?${PAIR}=sid.inpe.br/mtc-m18%4080/2009/02.16.17.46#x`, 'sid.inpe.br/mtc-m18@80/2009/02.16.17.46'],
    [`?${PAIR}=`, undefined],
    [`?${PAIR}=%e9`, undefined],
    [`?${PAIR}=%zz`, undefined],
    [`?${PAIR}=%00`, undefined],
    [`?${PAIR}=http://evil.example.org/`, undefined],
    [`?x${PAIR}=LK47B6W/48QQQSB`, undefined],
    [`/${PAIR}=LK47B6W/48QQQSB`, undefined],
    ['', undefined],
  ])('of %j is %j', (query, label) => {
    expect(citingItemOf(`${URL}${query}`)?.text).toBe(label);
  });

  it('is written so that it is read again, and the URL is what it was', () => {
    const citing = parseIbi('sid.inpe.br/mtc-m18@80/2009/02.16.17.46');
    if (!citing.ok) throw new Error(citing.problem);
    for (const url of [URL, `${URL}!?a=b`]) {
      const written = withCitingItem(url, citing.value.text);
      expect(citingItemOf(written)).toEqual(citing.value);
      expect(parsePersistentUrl(written)).toEqual(parsePersistentUrl(url));
    }
  });
});
