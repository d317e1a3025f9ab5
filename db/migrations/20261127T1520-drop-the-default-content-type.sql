-- The default is in domain/submissions.ts.
alter table submissions alter column content_type drop default;
