import { Figure, Caption, Picture } from '../picture.tsx';
import { ContactLinks } from '../site-footer.tsx';
import { useSite } from '../site.ts';
import { faqOf, readItems } from '../texts.ts';
import { CONTACT_LIMITS } from '#domain/contact-messages.ts';
import { ButtonLink } from '../button.tsx';

/** A section of the landing page. On /contact, it is the page itself. */
export function ContactSection({ isPage = false }: { isPage?: boolean }) {
  const site = useSite();
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section id="contact" className="section split contact" aria-labelledby="contact-title">
      <div className="contact-words">
        <Heading id="contact-title">Contact</Heading>
        <p className="lede">{site.texts.contact}</p>
        <ContactLinks />
        <p>{site.brand.serviceArea}</p>
        <Figure
          name="contact"
          view="from above its entrance"
          sizes="(min-width: 60rem) 30rem, 100vw"
        />
      </div>
      <div>
        <ContactForm />
        <div className="faq">
          {faqOf(site).map(({ title, text }) => (
            <details key={title}>
              <summary>{title}</summary>
              <p>{text}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

function ContactForm() {
  const { brand } = useSite();
  return (
    <form className="form" data-contact-form noValidate aria-label="Contact">
      <p className="form-note">
        Fields marked <b>*</b> are required.
      </p>
      <Field name="name" label="Name" autoComplete="name" isRequired />
      <Field name="email" label="Email" type="email" autoComplete="email" isRequired />
      <Field name="phone" label="Phone" type="tel" autoComplete="tel" />
      <Field name="company" label="Company" autoComplete="organization" />
      <div className="field wide">
        <Label name="message" label="Message" isRequired />
        <textarea
          id="message"
          name="message"
          rows={6}
          maxLength={CONTACT_LIMITS.message}
          required
          aria-describedby="message-error"
          placeholder="Where is your site, and what would you like to see?"
        />
        <p className="field-error" id="message-error" />
      </div>
      <div className="trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="form-end">
        <button type="submit" className="button primary" disabled data-busy="Sending Message...">
          Send Message
        </button>
        <output data-form-status />
      </div>
      <noscript>
        <p className="form-note">
          This form needs JavaScript. You can also email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      </noscript>
    </form>
  );
}

type FieldProps = {
  name: Exclude<keyof typeof CONTACT_LIMITS, 'message'>;
  label: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete: string;
  isRequired?: boolean;
};

function Field({ name, label, type = 'text', isRequired = false, ...input }: FieldProps) {
  return (
    <div className="field">
      <Label name={name} label={label} isRequired={isRequired} />
      <input
        id={name}
        name={name}
        type={type}
        required={isRequired}
        maxLength={CONTACT_LIMITS[name]}
        aria-describedby={isRequired ? `${name}-error` : undefined}
        {...input}
      />
      {isRequired ? <p className="field-error" id={`${name}-error`} /> : null}
    </div>
  );
}

function Label({ name, label, isRequired }: { name: string; label: string; isRequired: boolean }) {
  return (
    <label htmlFor={name}>
      {label}
      {isRequired ? <span aria-hidden="true"> *</span> : null}
    </label>
  );
}

export function FreeFlight() {
  const { texts } = useSite();
  const { lede, items } = readItems(texts.freeFlight);
  return (
    <section className="free-flight" aria-labelledby="free-flight-title">
      <figure>
        <Picture name="free-flight" sizes="100vw" />
        <Caption of="free-flight" />
      </figure>
      <div>
        <h2 id="free-flight-title">{items[0]?.title}</h2>
        <p>{items[0]?.text}</p>
        <ButtonLink href="#contact">{lede || texts.button}</ButtonLink>
      </div>
    </section>
  );
}

export function FaaWarning() {
  const { faaUrl } = useSite();
  return (
    <section className="section split penalties" aria-labelledby="penalties-title">
      <Figure
        name="penalties"
        view="next to a public road"
        sizes="(min-width: 60rem) 24rem, 100vw"
      />
      <div>
        <h2 id="penalties-title">A drone on your site is an aircraft</h2>
        <p>
          FAA warning: anyone who flies for a business needs a Part 107 certificate. Ask to see it
          before anyone takes off over your site. Unsafe or unauthorized flights can cost you:
        </p>
        <dl>
          <div>
            <dt>Civil penalty per violation, up to</dt>
            <dd>$75,000</dd>
          </div>
          <div>
            <dt>Criminal penalty, up to</dt>
            <dd>$250,000</dd>
          </div>
        </dl>
        <p>
          Our pilots are certified.{' '}
          <a href={faaUrl} target="_blank" rel="noopener noreferrer external">
            Read the FAA news release on penalties
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
    </section>
  );
}
