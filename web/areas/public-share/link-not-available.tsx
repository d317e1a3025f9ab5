import { ADDRESSES } from '#web/lib/paths.ts';
import { ClosedPage } from './closed-page.tsx';
import shared from './shared-page.module.css';

type LinkNotAvailableProps = { message: string; brandName: string };

/** Leads back to where the visitor came from, or to the home page where that is nowhere, or this page again. */
const goBack = () => {
  const isFirst = window.history.length <= 1 || document.referrer === window.location.href;
  if (isFirst) window.location.assign(ADDRESSES.home);
  else window.history.back();
};

/** What a link shows that was closed, has expired or never was. */
export function LinkNotAvailable({ message, brandName }: LinkNotAvailableProps) {
  return (
    <ClosedPage brandName={brandName} title="Link Not Available">
      <p>{message}</p>
      <button type="button" className={shared.button} onClick={goBack}>
        Go Back
      </button>
    </ClosedPage>
  );
}
