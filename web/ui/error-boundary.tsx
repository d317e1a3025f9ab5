import { Children, Component, type ErrorInfo, isValidElement, type ReactNode } from 'react';
import { browserLog } from '#web/lib/browser-log.ts';
import { isChunkGone } from '#web/lib/import-with-retry.ts';
import classes from './error-boundary.module.css';

type State = { failure: { error: unknown; address: string } | null };

/** If a part fails to render, replaces it with a message and a button. Works on pages without Mantine. */
export class ErrorBoundary extends Component<{ children?: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error, address: window.location.href } };
  }

  static getDerivedStateFromProps(_props: unknown, { failure }: State): State | null {
    return failure && failure.address !== window.location.href ? { failure: null } : null;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    browserLog.error(error, componentStack);
  }

  private readonly retry = () => {
    // After an update, the chunk no longer exists; only a reload gets its new URL.
    if (isChunkGone(this.state.failure?.error)) window.location.reload();
    else this.setState({ failure: null });
  };

  override render(): ReactNode {
    if (!this.state.failure) return this.props.children;
    return (
      <div role="alert" className={classes.failed}>
        <span>This part of the page could not be shown.</span>
        <button type="button" className={classes.retry} onClick={this.retry}>
          Try Again
        </button>
      </div>
    );
  }
}

export const ErrorBoundaries = ({ children }: { children: ReactNode }) =>
  Children.map(children, (child) =>
    isValidElement(child) ? <ErrorBoundary>{child}</ErrorBoundary> : child,
  );
