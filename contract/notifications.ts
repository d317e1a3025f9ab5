import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  Notification,
  NotificationSetting,
  NotificationSettingChange,
  ViewpointSubscription,
} from '#domain/notifications.ts';
import { Weekday } from '#domain/visit-plans.ts';

const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Notifications'] });

const UnreadCount = z.object({ unread: z.int() });
const Settings = z.object({ settings: z.array(NotificationSetting) });

const Subscription = z.object({ viewpointId: Id, weekday: Weekday.nullable() });

export const notifications = {
  list: route('GET', '/notifications', 'List your notifications').output(
    UnreadCount.extend({ notifications: z.array(Notification) }),
  ),
  markRead: route('POST', '/notifications/{id}/read', 'Mark a notification as read')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  markAllRead: route('POST', '/notifications/read', 'Mark all your notifications as read').output(
    z.object({ marked: z.int() }),
  ),
  settings: route('GET', '/notifications/settings', 'Get your notification settings').output(
    Settings,
  ),
  changeSetting: route('PATCH', '/notifications/settings/{kind}', 'Change a notification setting')
    .input(NotificationSettingChange)
    .output(Settings),
  subscriptions: route(
    'GET',
    '/notifications/viewpoints',
    'List the viewpoints that you get by email',
  ).output(z.object({ subscriptions: z.array(ViewpointSubscription) })),
  /** Null stops it. */
  subscribe: route(
    'PUT',
    '/notifications/viewpoints/{viewpointId}',
    'Get a viewpoint by email every week',
  )
    .input(Subscription)
    .output(Subscription),
};
