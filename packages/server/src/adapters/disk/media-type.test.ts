import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectMediaType, MEDIA_TYPE_HEAD_BYTES } from './media-type.ts';

const text = (content: string): Buffer => Buffer.from(content, 'utf8');
const latin1 = (content: string): Buffer => Buffer.from(content, 'latin1');
const utf16 = (content: string): Buffer => Buffer.from(`\ufeff${content}`, 'utf16le');
const bytes = (hexadecimal: string): Buffer => Buffer.from(hexadecimal.replaceAll(' ', ''), 'hex');

const PNG = bytes('89504e470d0a1a0a 0000000d49484452 0000000100000001 08060000001f15c489 0000000049454e44ae426082');
const COMPOUND = Buffer.concat([bytes('d0cf11e0a1b11ae1'), Buffer.alloc(600)]);
const NOISE = bytes('00ff8103 9c7f1e02 fe01');
const GZIP = bytes('1f8b0800000000000003 4b04000043beb7e8 b7');

/** A zip with stored entries, which is enough for the code under test. */
const zip = (...entries: readonly (readonly [name: string, content: string])[]): Buffer =>
  Buffer.concat(
    entries.map(([name, content]) => {
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x04034b50, 0);
      header.writeUInt16LE(20, 4);
      header.writeUInt32LE(content.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(`${name}${content}`)]);
    }),
  );

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const WORD_TYPES = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${WORD}.main+xml"/></Types>`;
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

describe('detectMediaType', () => {
  it.each([
    ['the content wins', PNG, 'a.txt', 'image/png'],
    ['the content wins over a name without extension', PNG, 'picture', 'image/png'],
    ['a PDF in ASCII', text('%PDF-1.4\n1 0 obj\n'), 'a.txt', 'application/pdf'],
    ['RTF', text('{\\rtf1 hello}'), 'a.doc', 'application/rtf'],
    ['PostScript', text('%!PS-Adobe-3.0\n'), 'a', 'application/postscript'],
    ['a calendar', text('BEGIN:VCALENDAR\r\n'), 'a.txt', 'text/calendar; charset=utf-8'],
    [
      'a word-processor document',
      zip(['[Content_Types].xml', WORD_TYPES], ['word/document.xml', '<w/>']),
      'a.bin',
      WORD,
    ],
    ['an e-book', zip(['mimetype', 'application/epub+zip']), 'a.zip', 'application/epub+zip'],
    ['a plain zip', zip(['a.txt', 'hello']), 'a.zip', 'application/zip'],
    ['a zip that its name specialises', zip(['doc.kml', '<kml/>']), 'a.kmz', 'application/vnd.google-earth.kmz'],
    ['a zip that claims to be a picture', zip(['a.txt', 'hello']), 'a.png', 'application/zip'],
    ['a zip that claims to be a text', zip(['a.txt', 'hello']), 'a.html', 'application/zip'],
    ['a zip that claims nothing', zip(['a.txt', 'hello']), 'a.bin', 'application/zip'],
    ['an old word-processor document', COMPOUND, 'a.doc', 'application/msword'],
    ['an old spreadsheet', COMPOUND, 'a.XLS', 'application/vnd.ms-excel'],
    ['a compound file without name', COMPOUND, 'a', 'application/x-cfb'],
    ['gzip under the name of a picture', GZIP, 'a.svgz', 'application/gzip'],

    ['text', text('hello\n'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text of any script', text('论文 رسالة 😀'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text without extension', text('hello'), 'README', 'text/plain; charset=utf-8'],
    ['text whose whole name is an extension', text('hello'), 'html', 'text/plain; charset=utf-8'],
    ['text with a mark', text('\ufeffhello'), 'a.csv', 'text/csv; charset=utf-8'],
    ['text that claims to be a picture', text('hello'), 'a.png', 'text/plain; charset=utf-8'],
    ['text that claims to be a program', text('hello'), 'a.exe', 'text/plain; charset=utf-8'],
    ['TypeScript, which is no video', text('export const a = 1;\n'), 'a.ts', 'text/plain; charset=utf-8'],
    ['text that begins like a bitmap', text('BMW cars of the year 1972\n'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text that begins like a program', text('MZ is where programs begin\n'), 'a.md', 'text/markdown; charset=utf-8'],
    ['text that begins like a solid', text('solid state physics\n'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text with escapes of a terminal', text('\x1b[1mhello\x1b[0m\f\n'), 'a.log', 'text/plain; charset=utf-8'],
    ['comma-separated values', text('a,b\n1,2\n'), 'a.csv', 'text/csv; charset=utf-8'],
    ['JSON', text('{"a":1}'), 'a.json', 'application/json'],
    ['GeoJSON', text('{"a":1}'), 'a.geojson', 'application/geo+json'],
    ['JavaScript', text('a();'), 'a.js', 'application/javascript'],
    ['TeX', text('\\documentclass{article}'), 'a.tex', 'application/x-tex'],
    ['UTF-16', utf16('hello'), 'a.txt', 'text/plain'],
    ['UTF-16, the other way around', utf16('hello').swap16(), 'a.csv', 'text/csv'],
    ['UTF-16 without extension', utf16('hello'), 'a', 'text/plain'],
    ['ISO 8859-1', latin1('código'), 'a.txt', 'text/plain'],
    ['ISO 8859-1 to the last byte', latin1('caf\xe9'), 'a.csv', 'text/csv'],
    ['ISO 8859-1 without extension', latin1('código'), 'a', 'application/octet-stream'],
    [
      'a head that ends inside of a character',
      text(`a${'é'.repeat(40_000)}`).subarray(0, MEDIA_TYPE_HEAD_BYTES),
      'a.txt',
      'text/plain; charset=utf-8',
    ],

    ['HTML', text('<!doctype html><title>a</title>'), 'a.html', 'text/html; charset=utf-8'],
    ['HTML that claims to be text', text('<!DOCTYPE HTML PUBLIC "a">'), 'a.txt', 'text/html; charset=utf-8'],
    ['HTML without document type', text('\ufeff \n<html lang="pt">'), 'a', 'text/html; charset=utf-8'],
    ['HTML after comments', text('<!-- a --> <!----><html>'), 'a.txt', 'text/html; charset=utf-8'],
    ['HTML in ISO 8859-1', latin1('<html>c\xf3digo'), 'a.txt', 'text/html'],
    ['a comment without end', text('<!-- <html>'), 'a.txt', 'text/plain; charset=utf-8'],
    ['an element whose name begins so', text('<htmlx>'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text about HTML', text('use <html> first'), 'a.txt', 'text/plain; charset=utf-8'],
    ['a fragment of HTML', text('<p>hello</p>'), 'a.html', 'text/html; charset=utf-8'],
    ['XHTML', text(`${XML}<!DOCTYPE html>\n<html xmlns="a">`), 'a.html', 'application/xhtml+xml'],
    ['XHTML by its name', text('<html xmlns="a">'), 'a.xhtml', 'application/xhtml+xml'],
    ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'image/svg+xml'],
    [
      'a drawing that claims to be text',
      text(`${XML}<!-- a -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg>`),
      'a.txt',
      'image/svg+xml',
    ],
    ['XML', text(`${XML}<a/>`), 'a.xml', 'application/xml'],
    ['XML that claims to be text', text(`${XML}<a/>`), 'a.txt', 'application/xml'],
    ['XML that its name specialises', text(`${XML}<kml/>`), 'a.kml', 'application/vnd.google-earth.kml+xml'],
    ['XML in UTF-16', utf16('<?xml version="1.0"?><a/>'), 'a.xml', 'application/xml'],

    ['unknown bytes', NOISE, 'a', 'application/octet-stream'],
    ['unknown bytes with an unknown extension', NOISE, 'a.h5', 'application/octet-stream'],
    ['unknown bytes that claim what has a signature', NOISE, 'a.png', 'application/octet-stream'],
    ['unknown bytes that claim to be text', NOISE, 'a.html', 'application/octet-stream'],
    ['unknown bytes that claim what has no signature', NOISE, 'a.nc', 'application/x-netcdf'],
    ['a text with a zero', text('hello\0'), 'a.txt', 'application/octet-stream'],

    ['nothing', Buffer.alloc(0), 'a', 'application/octet-stream'],
    ['nothing with an extension', Buffer.alloc(0), 'a.TXT', 'text/plain; charset=utf-8'],
    ['nothing with the extension of a picture', Buffer.alloc(0), 'a.png', 'image/png'],
  ])('%s', async (_what, head, name, expected) => {
    expect(await detectMediaType(head, name)).toBe(expected);
  });

  it('knows the files that this project is made of', async () => {
    const root = new URL('../../../../../', import.meta.url);
    const detect = (path: string) => detectMediaType(readFileSync(new URL(path, root)), path);
    expect(await detect('README.md')).toBe('text/markdown; charset=utf-8');
    expect(await detect('package.json')).toBe('application/json');
    expect(await detect('LICENSE')).toBe('text/plain; charset=utf-8');
  });

  it('answers a type for whatever comes', async () => {
    const magic = fc.constantFrom(
      '%PDF',
      'PK\x03\x04',
      'OggS',
      'ID3\x04',
      'RIFF',
      '\x1a\x45\xdf\xa3',
      'II*\0',
      '<?xml ',
      'ftyp',
      '0&\xb2u\x8ef\xcf\x11',
      '\x89PNG\r\n\x1a\n',
      '\xd0\xcf\x11\xe0',
    );
    const heads = fc
      .tuple(magic, fc.uint8Array({ maxLength: 200 }))
      .map(([first, rest]) => Buffer.concat([latin1(first), rest]));
    await fc.assert(
      fc.asyncProperty(heads, fc.constantFrom('a', 'a.txt', 'a.png', 'a.docx'), async (head, name) => {
        expect(await detectMediaType(head, name)).toMatch(/^[a-z]+\/[a-z0-9.+-]+(; [a-z]+=[a-z0-9-]+)?$/);
      }),
      { seed: 4_100, numRuns: 2_000 },
    );
  });
});
