export { countComing } from './imports/queries.ts';
