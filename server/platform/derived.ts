/** Recomputes only when `source` returns another object, as `config` fields do when settings change. */
export function derived<Source, Value>(
  source: () => Source,
  compute: (source: Source) => Value,
): () => Value {
  let last: { source: Source; value: Value } | undefined;
  return () => {
    const now = source();
    if (last?.source !== now) last = { source: now, value: compute(now) };
    return last.value;
  };
}
