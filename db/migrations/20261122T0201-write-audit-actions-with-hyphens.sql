-- As all others are.
update audit_log set action = replace(action, '_', '-')
where action in ('project.member_added', 'project.member_removed', 'person.role_changed');
