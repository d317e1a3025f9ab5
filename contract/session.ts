import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Role } from '#domain/fields.ts';
import { CodeInput, Session, SignInAnswer, SignInInput, SignInMethods } from '#domain/session.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Session'] });

export const session = {
  get: route('GET', '/session', 'Get the current session').output(Session),
  role: route(
    'GET',
    '/session/role',
    "Get the signed-in user's role (get_current_user_role)",
  ).output(Role),
  signIn: route('POST', '/session', 'Sign in').input(SignInInput).output(SignInAnswer),
  submitCode: route('POST', '/session/code', 'Finish signing in with a two-factor code')
    .input(CodeInput)
    .output(Session),
  signInMethods: route(
    'GET',
    '/session/sign-in-methods',
    'List sign-in methods other than a password',
  ).output(SignInMethods),
  refresh: route('POST', '/session/refresh', 'Extend the session').output(Session),
  signOut: route('DELETE', '/session', 'Sign out').output(z.object({ signedOut: z.literal(true) })),
};
