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
    'get_current_user_role: the role of the signed-in user',
  ).output(Role),
  signIn: route('POST', '/session', 'Sign in').input(SignInInput).output(SignInAnswer),
  submitCode: route('POST', '/session/code', 'Sign in: send the code after the password')
    .input(CodeInput)
    .output(Session),
  signInMethods: route(
    'GET',
    '/session/sign-in-methods',
    'How people can sign in beside their password',
  ).output(SignInMethods),
  refresh: route('POST', '/session/refresh', 'Extend the session').output(Session),
  signOut: route('DELETE', '/session', 'Sign out').output(z.object({ signedOut: z.literal(true) })),
};
