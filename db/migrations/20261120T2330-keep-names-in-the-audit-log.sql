-- What an entry is about, by the name it had then: for when the thing itself is gone.
alter table audit_log add column subject_name text;

-- Of what is gone already, the entry of its deletion has the name.
update audit_log set subject_name = coalesce(gone.detail ->> 'name', gone.detail ->> 'title')
from audit_log gone
where gone.subject_type = audit_log.subject_type
  and gone.subject_id = audit_log.subject_id
  and gone.action in ('project.deleted', 'submission.deleted');
