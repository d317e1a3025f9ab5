import { useState } from 'react';
import { LinkNotAvailable } from './link-not-available.tsx';
import { PasswordForm } from './password-form.tsx';
import type { SharedContent } from './shared-data.ts';
import { SharedProjectPage } from './shared-project-page.tsx';
import { SharedSlider } from './shared-slider.tsx';

/** The page behind a share link, the same on the server and in the browser. */
export function SharedApp({ content }: { content: SharedContent }) {
  const [gone, setGone] = useState('gone' in content ? content.gone : null);
  if ('locked' in content)
    return <PasswordForm {...content.locked} brandName={content.brandName} />;
  if (gone !== null || 'gone' in content) {
    return <LinkNotAvailable message={gone ?? ''} brandName={content.brandName} />;
  }
  const Screen = content.screen === 'slider' ? SharedSlider : SharedProjectPage;
  return <Screen data={content} onGone={setGone} />;
}
