alter type notification_kind add value 'link-viewed';
