import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

type Button = ReactElement<{ onClick?: () => void; autoFocus?: boolean }>;

type LazyLayerProps = {
  button: Button;
  /** What the button opens, around the button; it comes when it is first wanted and is open at first. */
  children: (button: Button) => ReactNode;
};

/** A button whose menu or list is not part of the first load. */
export function LazyLayer({ button, children }: LazyLayerProps) {
  const [isWanted, setWanted] = useState(false);
  const waiting = cloneElement(button, { onClick: () => setWanted(true) });
  if (!isWanted) return waiting;
  // The focus goes over to the button that takes the place, for it to be given back to.
  return (
    <Suspense fallback={waiting}>{children(cloneElement(button, { autoFocus: true }))}</Suspense>
  );
}
