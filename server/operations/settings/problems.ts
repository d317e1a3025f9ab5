import { fieldOf } from '#domain/settings.ts';
import { namesIn } from '#server/platform/settings/settings.ts';

/** `BRAND_COLOR: must look like #3552d0` becomes "Accent Color must look like #3552d0."; null without problems. */
export function readable(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  return problems
    .map((problem) => {
      const labels = namesIn(problem).map((name) => fieldOf(name).label);
      const text = problem.slice(problem.indexOf(':') + 1).trim();
      const sentence = labels.length > 0 ? `${labels.join(', ')}: ${withLabels(text)}` : problem;
      return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
    })
    .join(' ');
}

const withLabels = (text: string) =>
  text.replaceAll(
    /\b[A-Z]+_[A-Z_]+\b/g,
    (name) => namesIn(`${name}:`).map((each) => fieldOf(each).label)[0] ?? name,
  );
