export { copiesOf } from './queries.ts';
export { countComing } from './imports/queries.ts';
