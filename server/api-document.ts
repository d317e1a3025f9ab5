import { OpenAPIGenerator, type OpenAPI, type ConditionalSchemaConverter } from '@orpc/openapi';
import { contract } from '#contract/contract.ts';
import { API_EXAMPLES } from '#contract/api-examples.ts';
import { scopeOfOperation } from '#contract/token-scopes.ts';

export type ApiDocument = OpenAPI.Document;

const SCHEME = 'apiToken';

/** The API as an OpenAPI document: each operation with the scope that opens it to API tokens, the main ones with examples. */
export async function describeApi(
  schemaConverters: ConditionalSchemaConverter[],
): Promise<ApiDocument> {
  const document = await new OpenAPIGenerator({ schemaConverters }).generate(contract, {
    info: { title: 'Overfly', version: '1' },
    servers: [{ url: '/api' }],
  });
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {}))
      complete(operation as OpenAPI.OperationObject);
  return {
    ...document,
    components: {
      ...document.components,
      securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function complete(operation: OpenAPI.OperationObject) {
  const { operationId = '', requestBody, responses } = operation;
  const scope = scopeOfOperation(operationId.split('.'));
  operation.description = descriptionOf(scope);
  if (scope) operation.security = [{ [SCHEME]: scope === 'any' ? [] : [scope] }];
  const example = API_EXAMPLES[operationId];
  addExample(requestBody, example?.body);
  addExample(responses?.['200'], example?.answer);
}

function descriptionOf(scope: ReturnType<typeof scopeOfOperation>): string {
  if (scope === null) return 'Not open to API tokens.';
  return scope === 'any' ? 'Open to every API token.' : `API tokens need the scope ${scope}.`;
}

function addExample(part: object | undefined, example: unknown) {
  if (!part || example === undefined || !('content' in part)) return;
  const content = part.content as Record<string, { example?: unknown }>;
  const json = content['application/json'];
  if (json) json.example = example;
}
