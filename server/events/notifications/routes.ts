import { implement } from '@orpc/server';
import { notifications } from '#contract/notifications.ts';
import { call, callAs, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changeSetting,
  notificationsOf,
  readAllNotifications,
  readNotification,
  settingsOf,
  subscribe,
  subscriptionsOf,
} from './service.ts';

const os = implement(notifications).$context<ApiContext>();

export const notificationRoutes = {
  list: os.list.use(signedIn).handler(call(notificationsOf)),
  markRead: os.markRead.use(signedIn).handler(call(readNotification)),
  markAllRead: os.markAllRead.use(signedIn).handler(call(readAllNotifications)),
  settings: os.settings.use(signedIn).handler(async ({ context: { ctx, viewer, session } }) => ({
    settings: await settingsOf(ctx, { viewer, role: session.user.role }),
  })),
  changeSetting: os.changeSetting
    .use(signedIn)
    .handler(async ({ context: { ctx, viewer, session }, input }) => ({
      settings: await changeSetting(ctx, { viewer, role: session.user.role }, input),
    })),
  subscriptions: os.subscriptions.use(signedIn).handler(callAs('subscriptions', subscriptionsOf)),
  subscribe: os.subscribe.use(signedIn).handler(call(subscribe)),
};
