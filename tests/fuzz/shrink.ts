import type { FuzzRequest } from './request.ts';

const MAX_TRIES = 400;

/** Returns the text without each of its pieces, large pieces first. */
const shorter = function* (text: string): Generator<string> {
  for (let length = Math.ceil(text.length / 2); length >= 1; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    for (let at = 0; at < text.length; at += length) yield text.slice(0, at) + text.slice(at + length);
  }
};

const smaller = function* (request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target, body, raw } = request;
  if (raw !== undefined) {
    for (const bytes of shorter(raw)) yield { ...request, raw: bytes };
    return;
  }
  for (const header of headers) yield { ...request, headers: headers.filter((other) => other !== header) };
  if (body !== undefined) yield { ...request, body: undefined };
  for (const text of shorter(target)) if (text.startsWith('/')) yield { ...request, target: text };
  for (const text of shorter(body ?? '')) yield { ...request, body: text };
};

/** Returns the smallest request found for which the law is still broken. */
export const shrink = async (
  request: FuzzRequest,
  isBroken: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> => {
  let smallest = request;
  let tries = 0;
  for (let isShrinking = true; isShrinking; ) {
    isShrinking = false;
    for (const candidate of smaller(smallest)) {
      tries += 1;
      if (tries > MAX_TRIES) return smallest;
      if (await isBroken(candidate)) {
        smallest = candidate;
        isShrinking = true;
        break;
      }
    }
  }
  return smallest;
};
