export { makeOnDemand, PermanentError, type Progress } from './make.ts';
