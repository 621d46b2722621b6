import { parseIpAddress } from '../internet/ip-address.ts';
import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';

const MAX_ADDRESSES = 32;

/** RTC-11 Table 8.10: the user's address, then those of the proxies in between, with blanks between them. */
export const parseIpList = (text: string): Answer<readonly string[]> => {
  const addresses: string[] = [];
  let position = 0;
  for (const word of text.split(' ')) {
    if (word !== '') {
      const address = parseIpAddress(word);
      if (!address.ok) return shift(address, position);
      if (addresses.length === MAX_ADDRESSES) {
        return refuse('ip-list/too-many', position, `at most ${MAX_ADDRESSES} addresses`);
      }
      addresses.push(address.value.text);
    }
    position += word.length + 1;
  }
  return addresses.length === 0 ? refuse('ip-list/empty', 0, 'an IP address') : accept(addresses);
};

export const formatIpList = (addresses: readonly string[]): string => addresses.join(' ');
