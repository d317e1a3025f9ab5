import {
  dollars,
  estimate,
  estimateMessage,
  type Prices,
  type PricingChoice,
  sitesLabel,
  visitsLabel,
} from '#domain/pricing.ts';
import { find } from './find.ts';

/** Document event that carries an estimate's text to the contact form. */
export const ESTIMATE_EVENT = 'overfly:estimate';

export function startCalculator(): void {
  const calculator = find('[data-calculator]', HTMLElement);
  if (!calculator) return;
  const prices = JSON.parse(calculator.dataset['calculator'] ?? '') as Prices;
  const show = () => showEstimate(calculator, readChoice(calculator), prices);
  calculator.addEventListener('input', show);
  find('[data-use-estimate]', HTMLAnchorElement, calculator)?.addEventListener('click', () => {
    const detail = estimateMessage(readChoice(calculator), prices);
    // Runs after the link has moved the focus to the form.
    setTimeout(() => document.dispatchEvent(new CustomEvent(ESTIMATE_EVENT, { detail })));
  });
  show();
}

function readChoice(calculator: HTMLElement): PricingChoice {
  const input = (name: string) => find(`input[name="${name}"]`, HTMLInputElement, calculator);
  return {
    sites: Number(input('sites')?.value),
    visits: Number(input('visits')?.value),
    timelapse: input('timelapse')?.checked ?? false,
    mapping: input('mapping')?.checked ?? false,
  };
}

function showEstimate(calculator: HTMLElement, choice: PricingChoice, prices: Prices): void {
  const { total, ...lines } = estimate(choice, prices);
  const write = (selector: string, text: string) => {
    const element = find(selector, HTMLElement, calculator);
    if (element) element.textContent = text;
  };
  const labels = { sites: sitesLabel(choice.sites), visits: visitsLabel(choice.visits) };
  for (const [name, label] of Object.entries(labels)) {
    write(`[data-shows="${name}"]`, label);
    const slider = find(`input[name="${name}"]`, HTMLInputElement, calculator);
    slider?.setAttribute('aria-valuetext', label);
    const [low, high] = [Number(slider?.min), Number(slider?.max)];
    slider?.style.setProperty('--part', String((Number(slider.value) - low) / (high - low)));
  }
  write('output[name="total"]', dollars(total));
  for (const [name, amount] of Object.entries(lines)) {
    write(`[data-line="${name}"] dd`, dollars(amount));
    find(`[data-line="${name}"]`, HTMLElement, calculator)?.toggleAttribute(
      'data-nothing',
      amount === 0,
    );
  }
}
