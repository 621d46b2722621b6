import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import type { DescribedFile } from '../description.ts';
import { type Agent, houseOf, onOneLine, type Reference } from '../reference.ts';
import { type Attributes, parentElement, textElement, writeXml, type Xml } from '../writing/xml.ts';
import { UNKNOWN } from './datacite.ts';

export const MTD2_BR_SCHEMA = 'http://oai.ibict.br/mtd2-br/';

const PREFIX = 'mtd2-br:';
const MAX_FILES = 100;

/** Degrees in the words of the format. */
const DEGREES: Readonly<Record<string, string>> = {
  bachelor: 'Graduado',
  master: 'Mestre',
  doctorate: 'Doutor',
  postdoctorate: 'Doutor',
};

/** Roles in the words of TEDE, the program of IBICT. It has no others: who took part otherwise is left out. */
const ROLES: Readonly<Record<string, string>> = {
  Supervisor: 'Orientador',
  CoSupervisor: 'Co-Orientador',
  CommitteeMember: 'Membro da Banca',
};

const KEYWORD = 'Palavra-chave';
/** The areas of knowledge of CNPq, in the words of TEDE. */
const AREAS = 'Tabela CNPQ';
/** ISO 639-2: nobody has said which language. */
const UNDETERMINED = 'und';

const text = (name: string, value: string | undefined, attributes: Attributes = {}): Xml =>
  textElement(`${PREFIX}${name}`, value, attributes);

const parent = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml =>
  parentElement(`${PREFIX}${name}`, children, attributes);

/** The format has languages without countries. */
const inLanguage = (name: string, { value, language }: MetadataValue, attributes: Attributes = {}): Xml =>
  text(name, value, { Idioma: language?.replace(/-.*/, ''), ...attributes });

const isArea = ({ scheme = '' }: MetadataValue): boolean => /cnpq/i.test(scheme);

const writeSubject = (subject: MetadataValue): Xml =>
  inLanguage('Assunto', subject, { Esquema: isArea(subject) ? AREAS : (subject.scheme ?? KEYWORD) });

/** Such as PDF; the media type where the name has no short ending. */
const formatOf = ({ path, mediaType }: DescribedFile): string =>
  /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toUpperCase() ?? mediaType;

/** The part of an address that names the server. */
const serverOf = (url: string): string => url.replace(/^([a-z]+:\/\/[^/?#]*).*/is, '$1');

/** Who minted the label of the thesis, such as sid.inpe.br; otherwise, the server. */
const signOf = ({ url, description: { labels: [label = ''] = [] } }: Reference): string =>
  /^([^/]+)(?:\/[^/]+){3}$/.exec(label)?.[1] ?? serverOf(url).replace(/^[a-z]+:\/\//i, '');

const writePerson = (element: string, { name, said }: Agent, role?: string): Xml => {
  const cited = onOneLine(said.value);
  const full = name.kind === 'body' ? name.name : [name.given, name.family, name.suffix].filter(Boolean).join(' ');
  return parent(
    element,
    [text('Nome', full), text('Citacao', cited), parent('Afiliacao', [text('Nome', said.affiliation)])],
    { Papel: role },
  );
};

const dateOf = ({ all, description: { created = '' } }: Reference): string => {
  const dates = all('date');
  const defended = ['Accepted', 'Submitted', 'Issued']
    .map((kind) => dates.find(({ type = 'Issued' }) => type === kind)?.value)
    .find((date) => date !== undefined);
  return defended ?? created.slice(0, 10);
};

/**
 * A thesis in the standard of the Brazilian Digital Library of Theses and Dissertations (IBICT): the elements in the
 * order, and those that must be there, as TEDE writes them.
 */
export const formatMtd2Br = (reference: Reference): string => {
  const { all, authors, contributors, degree, language, url, description } = reference;
  const { labels = [], updated, access, files = [] } = description;
  const house = houseOf(reference);
  const sign = signOf(reference);
  const level = access === 'restricted' ? 'Restrito' : 'Publico';
  const titles = all('title');
  const thesis = parent(
    'mtd2br',
    [
      parent('Controle', [
        text('Sigla', sign),
        text('DataAtualizacao', updated),
        text('IdentificacaoDocumento', labels[0] ?? url),
        text('Tipo', `Tese ou Dissertação ${description.files?.length === 0 ? 'Impressa' : 'Eletrônica'}`),
      ]),
      parent('BibliotecaDigital', [
        text('Nome', house || sign),
        text('Sigla', sign),
        text('URL', serverOf(files[0]?.url ?? url)),
      ]),
      ...(titles.length > 0 ? titles : [{ value: UNKNOWN }]).map((title) => inLanguage('Titulo', title)),
      ...files
        .slice(0, MAX_FILES)
        .map((file) =>
          parent('Arquivo', [text('URL', file.url, { Formato: formatOf(file) }), text('NivelAcesso', level)]),
        ),
      text('Idioma', language.replace(/-.*/, '') || UNDETERMINED),
      text('Grau', DEGREES[degree?.level ?? '']),
      text('Titulacao', degree && onOneLine(degree.value)),
      ...all('abstract').map((abstract) => inLanguage('Resumo', abstract)),
      ...all('coverage').map((coverage) => inLanguage('Cobertura', coverage)),
      ...all('subject').map(writeSubject),
      text('DataDefesa', dateOf(reference)),
      ...authors.map((author) => writePerson('Autor', author)),
      ...contributors.flatMap((agent) => {
        const role = ROLES[agent.said.role ?? ''];
        return role === undefined ? [] : [writePerson('Contribuidor', agent, role)];
      }),
      parent('InstituicaoDefesa', [
        text('Nome', degree?.grantor ?? house),
        parent('Programa', [text('Nome', degree?.discipline), text('Area', all('subject').find(isArea)?.value)]),
      ]),
      ...all('funding').map(({ value }) => parent('AgenciaFomento', [text('Nome', onOneLine(value))])),
      ...all('rights').map((rights) => inLanguage('Direitos', rights)),
    ],
    {
      'xmlns:mtd2-br': MTD2_BR_SCHEMA,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${MTD2_BR_SCHEMA} ${MTD2_BR_SCHEMA}mtd2-br.xsd`,
    },
  );
  return writeXml(thesis);
};
