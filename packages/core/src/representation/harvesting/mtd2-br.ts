import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { type Agent, houseOf, onOneLine, type Reference } from '../reference.ts';
import { type Attributes, parentElement, textElement, type Xml } from '../writing/xml.ts';

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

/** Roles in the words of the format. */
const ROLES: Readonly<Record<string, string>> = {
  Supervisor: 'Orientador',
  CoSupervisor: 'Co-Orientador',
  CommitteeMember: 'Membro da banca',
};

const text = (name: string, value: string | undefined, attributes: Attributes = {}): Xml =>
  textElement(`${PREFIX}${name}`, value, attributes);

const parent = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml =>
  parentElement(`${PREFIX}${name}`, children, attributes);

/** The format has languages without countries. */
const inLanguage = (name: string, { value, language }: MetadataValue): Xml =>
  text(name, value, { Idioma: language?.replace(/-.*/, '') });

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

/** A thesis in the standard of the Brazilian Digital Library of Theses and Dissertations (IBICT). */
export const formatMtd2Br = (reference: Reference): string => {
  const { all, authors, contributors, degree, language, url, description } = reference;
  const { labels = [], updated, access, files = [] } = description;
  const house = houseOf(reference);
  const level = access === 'restricted' ? 'Restrito' : 'Publico';
  return parent(
    'mtd2br',
    [
      parent('Controle', [
        text('DataAtualizacao', updated),
        text('IdentificacaoDocumento', labels[0] ?? url),
        text('Tipo', 'Tese ou Dissertação Eletrônica'),
      ]),
      parent('BibliotecaDigital', [text('Nome', house), text('URL', url)]),
      ...all('title').map((title) => inLanguage('Titulo', title)),
      ...files
        .slice(0, MAX_FILES)
        .map((file) =>
          parent('Arquivo', [text('URL', file.url, { Formato: file.mediaType }), text('NivelAcesso', level)]),
        ),
      text('Idioma', language.replace(/-.*/, '')),
      text('Grau', DEGREES[degree?.level ?? '']),
      text('Titulacao', degree && onOneLine(degree.value)),
      ...all('abstract').map((abstract) => inLanguage('Resumo', abstract)),
      ...all('subject').map((subject) => inLanguage('Assunto', subject)),
      text('DataDefesa', dateOf(reference)),
      ...authors.map((author) => writePerson('Autor', author)),
      ...contributors.map((agent) => writePerson('Contribuidor', agent, ROLES[agent.said.role ?? ''] ?? 'Colaborador')),
      ...all('funding').map(({ value }) => parent('AgenciaFomento', [text('Nome', onOneLine(value))])),
      ...all('rights').map((rights) => inLanguage('Direitos', rights)),
      parent('InstituicaoDefesa', [
        text('Nome', degree?.grantor ?? house),
        parent('Programa', [text('Nome', degree?.discipline)]),
      ]),
    ],
    {
      'xmlns:mtd2-br': MTD2_BR_SCHEMA,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${MTD2_BR_SCHEMA} ${MTD2_BR_SCHEMA}mtd2-br.xsd`,
    },
  );
};
