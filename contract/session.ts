import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Role } from '#domain/roles.ts';
import { CodeInput, Session, SignInAnswer, SignInInput } from '#domain/session.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Session'] });

export const session = {
  get: route('GET', '/session', 'Who is signed in').output(Session),
  role: route('GET', '/session/role', 'get_current_user_role: the role of who is signed in').output(
    Role,
  ),
  signIn: route('POST', '/session', 'Sign in').input(SignInInput).output(SignInAnswer),
  giveCode: route('POST', '/session/code', 'Sign in: the code after the password')
    .input(CodeInput)
    .output(Session),
  refresh: route('POST', '/session/refresh', 'Lengthen the session').output(Session),
  signOut: route('DELETE', '/session', 'Sign out').output(z.object({ signedOut: z.literal(true) })),
};
