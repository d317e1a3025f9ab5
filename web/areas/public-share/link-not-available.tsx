import { ADDRESSES } from '#web/lib/paths.ts';
import { ClosedPage } from './closed-page.tsx';
import shared from './shared-page.module.css';

type LinkNotAvailableProps = { message: string; brandName: string };

/** Leads back to where the visitor came from, or to the home page when this is the first page. */
const goBack = () => {
  if (window.history.length > 1) window.history.back();
  else window.location.assign(ADDRESSES.home);
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
