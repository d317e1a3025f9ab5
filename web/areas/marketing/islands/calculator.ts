import {
  dollars,
  estimate,
  estimateMessage,
  type PricingChoice,
  sitesLabel,
  visitsLabel,
} from '#domain/pricing.ts';
import { find } from './find.ts';

/** Event of the document with an estimate's text, for the contact form. */
export const ESTIMATE_EVENT = 'overfly:estimate';

/** Works out the price while the sliders move. */
export function startCalculator(): void {
  const form = find('[data-calculator]', HTMLFormElement);
  if (!form) return;
  const show = () => showEstimate(form, readChoice(form));
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  find('[data-use-estimate]', HTMLAnchorElement, form)?.addEventListener('click', () => {
    const detail = estimateMessage(readChoice(form));
    // After the link has led to the form, which takes the focus away.
    setTimeout(() => document.dispatchEvent(new CustomEvent(ESTIMATE_EVENT, { detail })));
  });
  show();
}

function readChoice(form: HTMLFormElement): PricingChoice {
  const input = (name: string) => find(`input[name="${name}"]`, HTMLInputElement, form);
  return {
    sites: Number(input('sites')?.value),
    visits: Number(input('visits')?.value),
    timelapse: input('timelapse')?.checked ?? false,
    mapping: input('mapping')?.checked ?? false,
  };
}

function showEstimate(form: HTMLFormElement, choice: PricingChoice): void {
  const { base, timelapse, mapping, total, averagePerSite } = estimate(choice);
  const write = (selector: string, text: string) => {
    const element = find(selector, HTMLElement, form);
    if (element) element.textContent = text;
  };
  const labels = { sites: sitesLabel(choice.sites), visits: visitsLabel(choice.visits) };
  for (const [name, label] of Object.entries(labels)) {
    write(`[data-shows="${name}"]`, label);
    const slider = find(`input[name="${name}"]`, HTMLInputElement, form);
    slider?.setAttribute('aria-valuetext', label);
    const [low, high] = [Number(slider?.min), Number(slider?.max)];
    slider?.style.setProperty('--part', String((Number(slider.value) - low) / (high - low)));
  }
  write('output[name="total"]', dollars(total));
  const lines = { base, timelapse, mapping, average: averagePerSite };
  for (const [name, amount] of Object.entries(lines)) {
    write(`[data-line="${name}"] dd`, dollars(amount));
    find(`[data-line="${name}"]`, HTMLElement, form)?.toggleAttribute('data-nothing', amount === 0);
  }
}
