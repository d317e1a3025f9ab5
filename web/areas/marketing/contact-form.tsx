import { CONTACT_LIMITS } from '#domain/contact-messages.ts';
import { useSite } from './site.ts';

/** The interest form; islands/contact-form.ts sends it. */
export function ContactForm() {
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
