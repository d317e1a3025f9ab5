-- The log is read newest first, also of one action.
create index audit_log_action on audit_log (action, id desc);
