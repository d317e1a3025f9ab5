alter type notification_kind add value 'schedule-refused';
