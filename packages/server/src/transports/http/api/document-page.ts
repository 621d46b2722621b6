import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse, OpenApiSchema } from '@perene/api';
import { escapeHtml, renderPage } from '../page.ts';

/** Renders the document of the API as a page for people, without scripts. */
export const renderDocument = ({ info, paths, components }: OpenApiDocument): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  const contents = tags.map((tag) => {
    const links = operations.filter((operation) => operation.tags.includes(tag)).map(renderLink);
    return `<li>${escapeHtml(tag)}<ul>${links.join('')}</ul></li>`;
  });
  const sections = tags.map(
    (tag) =>
      `<section><h2>${escapeHtml(tag)}</h2>${operations
        .filter((operation) => operation.tags.includes(tag))
        .map(renderOperation)
        .join('')}</section>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${renderSchema(schema)}</article>`,
  );
  const title = `${info.title} API ${info.version}`;
  return renderPage({
    title,
    body: `<a class="skip" href="#operations">Skip to the operations</a>
<header><h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1>
<p>${escapeHtml(info.description ?? '')}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a></p></header>
<nav aria-label="Operations"><ul>${contents.join('')}</ul></nav>
<main id="operations">${sections.join('')}
<section><h2>Shapes</h2>${schemas.join('')}</section></main>`,
  });
};

interface PlacedOperation extends OpenApiOperation {
  readonly path: string;
  readonly method: string;
}

const anchorOf = ({ method, path }: PlacedOperation): string =>
  `${method}${path}`.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/-$/g, '');

const renderLink = (operation: PlacedOperation): string =>
  `<li><a href="#${anchorOf(operation)}">${escapeHtml(operation.summary)}</a></li>`;

const renderOperation = (operation: PlacedOperation): string => {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
  return `<article id="${anchorOf(operation)}"><h3>${escapeHtml(summary)}</h3>
<p class="request"><b>${method}</b> <code>${escapeHtml(path)}</code></p>
<p>${escapeHtml(description)}</p>
${renderParameters(parameters)}
${requestBody === undefined ? '' : `<h4>Body</h4>${renderContent(requestBody.content)}`}
<h4>Answers</h4>${answers.map(renderAnswer).join('')}
<p>Refusals: ${refusals.join(', ')}, as <a href="#Problem">Problem</a></p></article>`;
};

const renderParameters = (parameters: readonly OpenApiParameter[]): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (parameter) =>
      `<dt><code>${escapeHtml(parameter.name)}</code> <small>${parameter.in}${parameter.required ? ', required' : ''}</small></dt>` +
      `<dd>${escapeHtml(parameter.description ?? '')}</dd>`,
  );
  return `<h4>Parameters</h4><dl>${rows.join('')}</dl>`;
};

const renderContent = (content: NonNullable<OpenApiOperation['requestBody']>['content']): string =>
  Object.entries(content)
    .map(([mediaType, { schema }]) => `<p><code>${escapeHtml(mediaType)}</code></p>${renderSchema(schema)}`)
    .join('');

const renderAnswer = ([status, { description, content = {}, headers = {} }]: [string, OpenApiResponse]): string => {
  const rows = Object.entries(headers).map(
    ([name, header]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(header.description ?? '')}</dd>`,
  );
  const schemas = Object.values(content).map(({ schema }) => renderSchema(schema));
  const shown = rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
  return `<p><b>${escapeHtml(status)}</b> ${escapeHtml(description)}</p>${shown}${schemas.join('')}`;
};

const renderSchema = (schema: OpenApiSchema): string => {
  if (schema.properties === undefined) return `<p>${describeType(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const required = schema.required?.includes(name) ? ', always there' : '';
    const inner = property.properties ?? property.items?.properties;
    const nested =
      inner === undefined ? '' : renderSchema(property.properties ? property : (property.items ?? property));
    return (
      `<dt><code>${escapeHtml(name)}</code> <small>${describeType(property)}${required}</small></dt>` +
      `<dd>${escapeHtml(property.description ?? '')}${nested}</dd>`
    );
  });
  return `<dl>${rows.join('')}</dl>`;
};

const describeType = ({ type, enum: words, items, anyOf, $ref }: OpenApiSchema): string => {
  if ($ref !== undefined) {
    const name = escapeHtml($ref.slice($ref.lastIndexOf('/') + 1));
    return `<a href="#${name}">${name}</a>`;
  }
  if (words !== undefined) return words.map((word) => escapeHtml(JSON.stringify(word))).join(' or ');
  if (items !== undefined) return `list of ${describeType(items)}`;
  if (anyOf !== undefined) return anyOf.map(describeType).join(' or ');
  return escapeHtml([type ?? 'anything'].flat().join(' or '));
};
