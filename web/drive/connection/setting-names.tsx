/** Names of settings of the server: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'. */
export const SettingNames = ({ names }: { names: readonly string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 ? ' and ' : ''}
      <code>{name}</code>
    </span>
  ));
