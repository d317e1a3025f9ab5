import { createElement, type FunctionComponent, Suspense, useState } from 'react';

/** Makes of a `lazyPart` a dialog that is fetched when it is first opened, and stays to close in its own time. */
export function lazyDialog<Props extends { isOpen: boolean }>(Dialog: {
  (props: Props): React.ReactNode;
}): FunctionComponent<Props> {
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.isOpen);
    if (props.isOpen && !isWanted) setWanted(true);
    return isWanted ? <Suspense>{createElement(Dialog, props)}</Suspense> : null;
  };
}
