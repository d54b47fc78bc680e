import { i18n } from '../lib/i18n.ts';
import { describe } from '../lib/problems.ts';

/** A page that cannot stand, by what failed, with a way to load it again: a tablet on a wall may have no keys for that. */
export function FailedPage({ error }: { readonly error: unknown }) {
  const { title, message } = describe(error);
  return (
    <main role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {i18n.t('ui:retry')}
      </button>
    </main>
  );
}

/** In the place of a page whose code did not come. It comes with the network; behind a renewed server only a page that is loaded again finds it. */
export function NotLoaded() {
  return <FailedPage error={null} />;
}
