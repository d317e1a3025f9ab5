alter type notification_kind add value 'import-done';
