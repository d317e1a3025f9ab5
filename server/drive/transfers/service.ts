export { copiesOf } from './queries.ts';
export { countIncoming } from './imports/queries.ts';
