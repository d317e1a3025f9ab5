/** Missing values don't count. `low` and `high` are the 2nd and 98th percentiles. */
export type Statistics = {
  count: number;
  minimum: number;
  maximum: number;
  low: number;
  high: number;
};

const SAMPLES = 200_000;
const [LOW, HIGH] = [0.02, 0.98];

export class StatisticsCollector {
  readonly #step: number;
  readonly #sample: number[] = [];
  #seen = 0;
  #count = 0;
  #minimum = Infinity;
  #maximum = -Infinity;

  constructor(total: number, width: number) {
    let step = Math.max(1, Math.floor(total / SAMPLES));
    // Otherwise the sample would come from only a few columns.
    while (step > 1 && width % step === 0) step++;
    this.#step = step;
  }

  add(values: Float32Array): void {
    const step = this.#step;
    let [count, minimum, maximum] = [this.#count, this.#minimum, this.#maximum];
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? NaN;
      if (Number.isNaN(value)) continue;
      count++;
      if (value < minimum) minimum = value;
      if (value > maximum) maximum = value;
      if ((this.#seen + index) % step === 0) this.#sample.push(value);
    }
    this.#seen += values.length;
    [this.#count, this.#minimum, this.#maximum] = [count, minimum, maximum];
  }

  get(): Statistics | null {
    if (this.#count === 0) return null;
    const sorted = Float32Array.from(this.#sample).toSorted();
    const at = (share: number, end: number) =>
      sorted[Math.round(share * (sorted.length - 1))] ?? end;
    return {
      count: this.#count,
      minimum: this.#minimum,
      maximum: this.#maximum,
      low: at(LOW, this.#minimum),
      high: at(HIGH, this.#maximum),
    };
  }
}
