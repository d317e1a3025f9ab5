import { z } from 'zod';

const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

export const PASSWORD_RULE = `At least ${PASSWORD_LENGTH.min} characters, and not one of the most common passwords.`;

const TOO_SHORT_MESSAGE = `Use at least ${PASSWORD_LENGTH.min} characters.`;
const TOO_COMMON_MESSAGE = 'This is one of the most common passwords. Choose another.';

const COMMON_WORDS = `
password passwort passw0rd pass qwerty qwertz azerty qwertyuiop asdfghjkl asdfgh asdf zxcvbnm zxcvbn
iloveyou letmein welcome admin administrator login master superman batman spiderman dragon monkey
football baseball basketball soccer hockey princess sunshine shadow michael jordan jennifer jessica
ashley charlie daniel thomas andrew joshua matthew robert hunter ranger buster killer trustno1 starwars
pokemon computer internet samsung google facebook summer winter spring autumn monday friday january
changeme default secret access whatever freedom blink182 cheese chocolate butterfly flower purple
liverpool chelsea arsenal barcelona mercedes ferrari harley mustang corvette yankees cowboys
test testing guest user root abc abcd abcdef abcdefg abcdefgh abcdefghij qazwsx qazwsxedc
overfly drone dronepilot construction builder
`
  .trim()
  .split(/\s+/);

const COMMON_DIGITS = new Set(
  '12345678910 1234567891011 1122334455 112233445566 123123123123 1233211234567 123321123321 1472583690 7894561230 1593574862'.split(
    ' ',
  ),
);

/** Keyboard and alphabet sequences. Any part of one is rejected, in either direction. */
const SEQUENCES = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];
const reversed = (text: string) => text.split('').toReversed().join('');
const ALL_SEQUENCES = [...SEQUENCES, ...SEQUENCES.map(reversed)];

const LETTERS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' };
const withoutSubstitutions = (text: string) =>
  text
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/[01345]/g, (sign) => LETTERS[sign] ?? '');

const WORDS_ONLY = new RegExp(`^(?:${COMMON_WORDS.join('|')})+$`);
const hasWordsOnly = (text: string) => WORDS_ONLY.test(text);

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size < 4 || COMMON_DIGITS.has(text)) return true;
  const bare = text.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '');
  const joined = text.replaceAll(/[\d\W_]+/g, '');
  if (
    [text, bare, joined, withoutSubstitutions(text), withoutSubstitutions(bare)].some(hasWordsOnly)
  )
    return true;
  const plain = text.replaceAll(/[\s.!?_-]/g, '');
  if (ALL_SEQUENCES.some((run) => run.includes(plain))) return true;
  const half = text.slice(0, Math.ceil(text.length / 2));
  return text === half.repeat(2) && ALL_SEQUENCES.some((run) => run.includes(half));
}

/** Password of the sample accounts, unless DEMO_PASSWORD is set. */
export const PUBLISHED_PASSWORD = 'overfly-demo-2026';

export const isPublished = (password: string) => password.normalize('NFKC') === PUBLISHED_PASSWORD;

/** Normalized (NFKC) because that form is hashed. */
export const NewPassword = z
  .string()
  // Aborts if too long, because the checks below take quadratic time.
  .max(PASSWORD_LENGTH.max, { abort: true })
  .normalize('NFKC')
  .min(PASSWORD_LENGTH.min, { error: TOO_SHORT_MESSAGE, abort: true })
  .refine((password) => !isCommonPassword(password), TOO_COMMON_MESSAGE);
