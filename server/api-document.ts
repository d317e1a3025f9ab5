import { OpenAPIGenerator, type OpenAPI, type ConditionalSchemaConverter } from '@orpc/openapi';
import { contract } from '#contract/contract.ts';
import { API_EXAMPLES } from '#contract/api-examples.ts';
import { scopeOfOperation } from '#contract/token-scopes.ts';
import { escapeHtml } from '#domain/html.ts';

export type ApiDocument = OpenAPI.Document;

const SCHEME = 'apiToken';

export async function describeApi(
  schemaConverters: ConditionalSchemaConverter[],
): Promise<ApiDocument> {
  const document = await new OpenAPIGenerator({ schemaConverters }).generate(contract, {
    info: { title: 'Overfly', version: '1' },
    servers: [{ url: '/api' }],
  });
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {}))
      addScopeAndExamples(operation as OpenAPI.OperationObject);
  return {
    ...document,
    components: {
      ...document.components,
      securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function addScopeAndExamples(operation: OpenAPI.OperationObject) {
  const { operationId = '', requestBody, responses } = operation;
  const scope = scopeOfOperation(operationId.split('.'));
  operation.description = descriptionOf(scope);
  if (scope) operation.security = [{ [SCHEME]: scope === 'any' ? [] : [scope] }];
  const example = API_EXAMPLES[operationId];
  addExample(requestBody, example?.body);
  addExample(responses?.['200'], example?.answer);
}

function descriptionOf(scope: ReturnType<typeof scopeOfOperation>): string {
  if (scope === null) return "API tokens can't use this operation.";
  return scope === 'any'
    ? 'Works with any API token.'
    : `Requires the ${scope} scope if you use an API token.`;
}

function addExample(part: object | undefined, example: unknown) {
  if (!part || example === undefined || !('content' in part)) return;
  const content = part.content as Record<string, { example?: unknown }>;
  const json = content['application/json'];
  if (json) json.example = example;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem}
code,pre{font:14px/1.5 ui-monospace,monospace}
summary{cursor:pointer;padding:.5rem 0}
summary b{display:inline-block;min-width:4.5rem}
pre{overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 7%,transparent)}`;

type Operation = OpenAPI.OperationObject;

/** A static page: it needs no scripts and loads nothing from other hosts. */
export function renderApiReference(document: OpenAPI.Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag);
    return `<h2>${escapeHtml(tag)}</h2>${own.map(renderOperation).join('')}`;
  });
  const title = escapeHtml(document.info.title);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} API</title><style>${STYLE}</style>
<h1>${title} API</h1>
<p>All endpoints under <code>/api</code>, also available as <a href="/api/openapi.json">OpenAPI ${escapeHtml(document.openapi)}</a>.
Programs send <code>Authorization: Bearer</code> and an API token, which staff create under Settings, Integrations. Each operation lists
the scope it needs.
Upload files to <code>/api/uploads</code> with the tus protocol. Its metadata fields are <code>submissionId</code>, <code>filename</code>
and, if you know it, <code>sha256</code> (lowercase hex): if it doesn't match, the upload is refused with <code>UPLOAD_DIFFERS</code>. The WebSocket <code>/api/live</code> reports changes.</p>
${sections.join('\n')}</html>`;
}

function renderOperation(entry: { path: string; method: string; operation: Operation }): string {
  const { parameters, requestBody, responses, summary = '', description = '' } = entry.operation;
  const parts = Object.entries({ parameters, requestBody, responses }).filter(([, value]) => value);
  const details = parts.map(
    ([name, value]) => `<h3>${name}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`,
  );
  return `<details><summary><b>${entry.method}</b> <code>${escapeHtml(entry.path)}</code> ${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p>${renderExamples(entry.operation)}${details.join('')}</details>`;
}

function renderExamples({ requestBody, responses }: Operation): string {
  const examples = { request: requestBody, response: responses?.['200'] };
  return Object.entries(examples)
    .map(([name, part]) => {
      const content = part && 'content' in part ? part.content : undefined;
      const example: unknown = content?.['application/json']?.example;
      if (example === undefined) return '';
      return `<h3>Example ${name}</h3><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
    })
    .join('');
}
