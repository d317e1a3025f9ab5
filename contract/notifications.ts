import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  Notification,
  NotificationSetting,
  NotificationSettingChange,
} from '#domain/notifications.ts';

const route = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Notifications'] });

const UnreadCount = z.object({ unread: z.int() });
const Settings = z.object({ settings: z.array(NotificationSetting) });

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
};
