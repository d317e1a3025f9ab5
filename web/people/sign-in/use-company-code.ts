import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** Codes are two characters at least: fewer are not asked about. */
const SHORTEST = 2;
const PAUSE_MILLISECONDS = 400;

/** `unknown`: too short to ask about, or it could not be asked; signing up then tells. */
export type CompanyCodeState = 'unknown' | 'checking' | 'valid' | 'invalid';

/** Whether a company code may be joined with, asked once the typing pauses. */
export function useCompanyCode(code: string): CompanyCodeState {
  const trimmed = code.trim();
  const [settled] = useDebouncedValue(trimmed, PAUSE_MILLISECONDS);
  const isAsked = settled.length >= SHORTEST;
  const query = useQuery(
    api.joining.checkCompanyCode.queryOptions({
      input: { companyCode: settled },
      enabled: isAsked,
      retry: false,
    }),
  );
  if (trimmed.length < SHORTEST) return 'unknown';
  if (settled !== trimmed || (isAsked && query.isFetching)) return 'checking';
  if (!query.data) return 'unknown';
  return query.data.isValid ? 'valid' : 'invalid';
}
