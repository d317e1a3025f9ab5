const FACTS = [
  ['36 h', 'from shoot to portal upload'],
  ['30+', 'aerial progress photos in the core package'],
  ['1st', 'flight is free, with a 30-minute strategy call'],
  ['107', 'FAA Part 107 certified pilots'],
] as const;

/** What is promised, in four numbers. */
export function FactsBand() {
  return (
    <ul className="facts" aria-label="What we promise">
      {FACTS.map(([number, text]) => (
        <li key={number}>
          <b>{number}</b> {text}
        </li>
      ))}
    </ul>
  );
}
