import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';
import { type BulkRow, readTable } from './rows.ts';

const FILES = ['one.pdf', 'data/two.csv', 'data/three.csv', 'other/one.txt', 'more/one.txt'].map((path) => ({
  path,
  file: new File(['x'], path.slice(path.lastIndexOf('/') + 1)),
}));

const read = (text: string) => {
  const csv = parseCsv(text);
  return readTable(csv.ok ? csv.records : [], FILES);
};

const rowsOf = (text: string): readonly BulkRow[] => {
  const answer = read(text);
  return answer.ok ? answer.table.rows : [];
};

describe('rows of a table', () => {
  it('become descriptions, with several creators, subjects and files', () => {
    const [row] = rowsOf(
      'Title,Creator,Language,Date,Description,Subject,Files\nOne,"Lima, Ana; Souza, Rui",pt-BR,2011-09,About it,land; forest,one.pdf;data/two.csv\n',
    );
    expect(row?.problems).toEqual([]);
    expect(row?.metadata).toEqual({
      title: [{ value: 'One' }],
      creator: [{ value: 'Lima, Ana' }, { value: 'Souza, Rui' }],
      subject: [{ value: 'land' }, { value: 'forest' }],
      description: [{ value: 'About it' }],
      date: [{ value: '2011-09' }],
    });
    expect(row?.language).toBe('pt-BR');
    expect(row?.files.map(({ path }) => path)).toEqual(['one.pdf', 'data/two.csv']);
  });

  it('say more of a value in columns of their own, in the same order as the values', () => {
    const [row] = rowsOf(
      'title,title.language,title,Title.Language,creator,creator.orcid,creator.affiliationror,contributor,contributor.role,rights,rights.license,file\n' +
        'Um,pt,One,en,"Lima, Ana; INPE; Souza, Rui",0000-0002-1825-0097;;0000-0001-5109-3700,;;04xbn6x09,"Prado, Helena",Supervisor,Free,CC-BY-4.0,one.pdf\n',
    );
    expect(row?.problems).toEqual([]);
    expect(row?.metadata).toEqual({
      title: [
        { value: 'Um', language: 'pt' },
        { value: 'One', language: 'en' },
      ],
      creator: [
        { value: 'Lima, Ana', orcid: '0000-0002-1825-0097' },
        { value: 'INPE' },
        { value: 'Souza, Rui', orcid: '0000-0001-5109-3700', affiliationRor: '04xbn6x09' },
      ],
      contributor: [{ value: 'Prado, Helena', role: 'Supervisor' }],
      rights: [{ value: 'Free', license: 'CC-BY-4.0' }],
    });
  });

  it.each([
    ['creator,creator.orcid', '"Lima, Ana",0000-0002-1825-0098', 'metadata/orcid', 'creator.orcid'],
    [
      'creator,creator.orcid',
      '"Lima, Ana",0000-0002-1825-0097;0000-0001-5109-3700',
      'row/too-many-said',
      'creator.orcid',
    ],
    ['creator,creator.orcid', ',0000-0002-1825-0097', 'row/too-many-said', 'creator.orcid'],
    ['contributor,contributor.role', 'Rui,Boss', 'metadata/choice', 'contributor.role'],
  ])('have what is said of values checked: %s %s', (columns, cells, code, about) => {
    expect(rowsOf(`title,file,${columns}\nOne,one.pdf,${cells}\n`)[0]?.problems).toEqual([{ code, about }]);
  });

  it.each([
    ['one.pdf', ['one.pdf']],
    ['./data/two.csv', ['two.csv']],
    ['two.csv', ['two.csv']],
    ['data\\two.csv', ['two.csv']],
    ['data', ['two.csv', 'three.csv']],
    ['data/', ['two.csv', 'three.csv']],
    ['data;one.pdf', ['data/two.csv', 'data/three.csv', 'one.pdf']],
  ])('find the files of %s', (name, paths) => {
    expect(rowsOf(`title,file\nOne,${name}\n`)[0]?.files.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    [',one.pdf', [{ code: 'metadata/title-missing', about: 'title' }]],
    ['One,', [{ code: 'row/no-file', about: '' }]],
    ['One,gone.pdf', [{ code: 'row/file-missing', about: 'gone.pdf' }]],
    ['One,one.txt', [{ code: 'row/file-missing', about: 'one.txt' }]],
    ['One,one.pdf,x', [{ code: 'row/too-many-cells', about: '' }]],
  ])('have problems: %s', (text, problems) => {
    expect(rowsOf(`title,file\n${text}\n`)[0]?.problems).toEqual(problems);
  });

  it('have dates and languages checked', () => {
    const [row] = rowsOf('title,file,date,language\nOne,one.pdf,2011-13,xx\n');
    expect(row?.problems).toEqual([
      { code: 'metadata/date', about: 'date' },
      { code: 'metadata/language', about: 'language' },
    ]);
  });

  it('are known again wherever they stand, and alike ones apart', () => {
    const fingerprints = (text: string) => rowsOf(`title,file\n${text}`).map(({ fingerprint }) => fingerprint);
    const [one, again, two] = fingerprints('One,one.pdf\nOne,one.pdf\nTwo,one.pdf\n');
    expect(new Set([one, again, two]).size).toBe(3);
    expect(fingerprints('Two,one.pdf\nOther,one.pdf\nOne,one.pdf\n')).toEqual([two, expect.any(String), one]);
  });

  it.each([
    ['name,file\nOne,one.pdf\n', 'table/title-column'],
    ['title\nOne\n', 'table/file-column'],
    ['title,file\n', 'table/no-rows'],
  ])('are refused altogether: %j', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
  });

  it('name the columns that nobody knows', () => {
    const answer = read('title,file,shelf,creator.shoe,publisher.ror\nOne,one.pdf,3,4,\n');
    expect(answer.ok && answer.table.unknownColumns).toEqual(['shelf', 'creator.shoe']);
  });
});
