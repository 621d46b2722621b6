import { describeApi, type OpenApiOperation, type OpenApiParameter } from '@perene/api';
import { codeSpan, escapeMarkdown } from './escape-markdown.ts';

/** Writes one document with every operation. */
export const writeApiReference = (): string => {
  const { paths } = describeApi({ version: '1' });
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const parts = tags.map((tag) => {
    const tagged = operations.filter(({ operation }) => operation.tags.includes(tag));
    return `## ${escapeMarkdown(tag)}\n\n${tagged.map(writeOperation).join('\n')}`;
  });
  return `# API: all operations

Made from the API itself. A running node shows the same with every shape of bodies and answers at [/api/docs](/api/docs), and for
programs at [/api/openapi.json](/api/openapi.json). [The API](api.md) explains keys, pages, sending again and limits, with examples.

${parts.join('\n')}`;
};

const writeOperation = ({
  path,
  method,
  operation,
}: {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}): string => {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const statuses = Object.keys(responses);
  const done = statuses.filter((status) => Number(status) < 400);
  const bodies = Object.keys(requestBody?.content ?? {}).map(codeSpan);
  return `### ${escapeMarkdown(summary)}

${codeSpan(`${method} ${path}`)}

${escapeMarkdown(description)}${bodies.length === 0 ? '' : ` Body: ${bodies.join(' or ')}.`} Answers ${done.join(', ')}.

${writeParameters(parameters)}`;
};

const writeParameters = (parameters: readonly OpenApiParameter[]): string =>
  parameters.length === 0
    ? ''
    : `| parameter | in | meaning |
| --- | --- | --- |
${parameters
  .map(
    ({ name, in: place, required = false, description = '' }) =>
      `| ${codeSpan(name)} | ${place}${required ? ', required' : ''} | ${escapeMarkdown(description)} |`,
  )
  .join('\n')}

`;
