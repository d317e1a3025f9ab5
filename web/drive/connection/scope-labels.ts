/** What the permissions mean that Google asks for, as of developers.google.com/workspace/drive/api/guides/api-specific-auth. */
const LABELS: Record<string, string> = {
  'drive.readonly': 'See and download all files',
  'drive.file': 'Add files, and see the ones it added',
  drive: 'See, change and add all files',
  'drive.metadata.readonly': 'See the names of files',
};
const COMMON = ['openid', 'email', 'profile', 'userinfo.email', 'userinfo.profile'];

/** A granted permission in words; its own name where it has none here. */
export function scopeLabel(scope: string): string {
  const name = scope.slice(scope.lastIndexOf('/') + 1);
  return LABELS[name] ?? (COMMON.includes(name) ? 'See your email address' : scope);
}
