import type { RequestRefusals } from '../../codes/request-refusals.ts';
import type { WordsFor } from '../sentence.ts';

export const REQUESTS: WordsFor<RequestRefusals> = {
  'request-invalid': {
    schema: ({ problems: [first] }) => `${first?.path ?? 'body'} ${first?.expected ?? 'is wrong'}`,
    http: ({ text }) => text,
    'too-deep': ({ max }) => `the JSON is nested deeper than ${max} levels, which nothing here needs`,
    'unknown-protocol': 'this is no request that HTTP/1.1 knows',
    'key-characters': 'the key of the other Archive has characters that no key has',
    'archive-address': ({ text }) => `"${text}" is no address of an Archive: give http:// or https:// and its host`,
    'file-not-asked': ({ index }) => `file ${index} was not asked for: send those that are missing, each once`,
    'archive-missing': ({ label }) => `${label} is not being handed over yet: say to which Archive`,
    'same-archive': ({ origin }) => `${origin} is this Archive itself: give another one`,
    'whole-minters': 'whole minters are moved on the machine of the node',
    'no-day': ({ day }) => `${day} is no day of the calendar`,
    'no-datetime': ({ text }) =>
      `"${text}" in Accept-Datetime is no date of HTTP: write "Wed, 18 Nov 2026 02:00:00 GMT"`,
    'days-many': ({ most }) => `a report by day is of at most ${most} days: ask for fewer, or by month`,
    'days-turned': ({ from, to }) => `there is no day from ${from} to ${to}: turn them round`,
    'labels-or-filter': 'a change of many items needs either their labels or a filter',
    'if-match': 'If-Match needs the ETag of the item, such as "3"',
    'names-sought': 'give "element" and "value" together, or "target" alone',
    'names-changed': 'give one of "lines", "csv" and "replace"',
    'elements-changed': ({ max }) => `at most ${max} elements of a name are changed together`,
    table: ({ line, problem }) =>
      `line ${line} of the table ${
        {
          header: 'needs names of elements, each once',
          quote: 'has a quotation mark in the wrong place',
          columns: 'has more or fewer fields than the first row',
        }[problem]
      }`,
    'two-values': 'body has "value" and "base64": give one of them',
    'index-or-label': 'give either "index" or "label"',
    'top-without-items': '"top" needs group=item',
    'first-part': ({ part }) => `the first part must be "${part}", with what is described as JSON`,
    'second-part': ({ part }) => `there may be only one part "${part}"`,
    'part-without-name': ({ part }) => `the part "${part}" has no filename, which is the path of the file`,
    'part-not-utf-8': ({ part }) => `the part "${part}" is not in UTF-8`,
    'part-no-json': ({ part, cause }) => `the part "${part}" is no JSON${cause === '' ? '' : `: ${cause}`}`,
    multipart: ({ cause }) =>
      `the multipart body is malformed${cause === '' ? '' : ` (${cause})`}: nothing was kept; send it again`,
    'file-number': 'each file is named by its number',
  },
  'request-repeated': 'a request with this Idempotency-Key was carried out already',
  'request-differs': 'this Idempotency-Key was used for another request: take a new one',
  'request-too-large': {
    http: ({ text }) => text,
    part: ({ part, max }) => `the part "${part}" has at most ${max} bytes`,
    commands: ({ max }) => `at most ${max} bytes of commands can be posted at once`,
    line: ({ max }) => `a line has at most ${max} bytes`,
  },
  'media-type-unsupported': {
    http: ({ text }) => text,
    other: ({ expected }) => `send the body as ${expected}`,
  },
  'head-too-large': 'the address and the headers of the request are too long',
  'request-too-slow': 'the request took too long to come',
  'address-unknown': {
    address: ({ method, address }) => `there is nothing at ${address} for ${method}`,
    guide: ({ page }) => `the guide has no page ${page}: /docs lists them all`,
  },
  'method-not-allowed': ({ method, allowed }) => `${method} is not for this address, which has ${allowed}`,
  'upload-not-found': ({ id }) => `there is no upload ${id} of yours: begin a new one`,
  'upload-incomplete': ({ id, missing, received }) => `upload ${id} lacks ${missing} bytes: go on from ${received}`,
  'upload-offset': ({ id, received, offset }) => `upload ${id} is at ${received}, not at ${offset}: go on from there`,
  'upload-busy': ({ id }) => `upload ${id} is being continued by another request: wait for its end`,
  'too-many-waiting': ({ max }) => `${max} others already wait for changes: ask without waiting, or try later`,
  'too-many-uploads': ({ max }) => `${max} uploads are open: finish or delete some, or try later`,
  'tus-version': ({ version }) => `uploads speak tus ${version}: send "Tus-Resumable: ${version}"`,
};
