import { ContactForm } from '../contact-form.tsx';
import { FAQ } from '../faq.ts';
import { Figure } from '../picture.tsx';
import { ContactLinks } from '../site-footer.tsx';
import { useSite } from '../site.ts';

/** How to reach a person; on the landing page a section, on /contact the page itself. */
export function ContactSection({ isPage = false }: { isPage?: boolean }) {
  const { brand } = useSite();
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section id="contact" className="section split contact" aria-labelledby="contact-title">
      <div className="contact-words">
        <Heading id="contact-title">Contact</Heading>
        <p className="lede">
          Tell us about your site. We respond within 24 hours on business days, and the 30-minute
          strategy call is free.
        </p>
        <ContactLinks />
        <p>{brand.serviceArea}</p>
        <Figure
          name="contact"
          view="from above its entrance"
          sizes="(min-width: 60rem) 30rem, 100vw"
        />
      </div>
      <div>
        <ContactForm />
        <div className="faq">
          {FAQ.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
