-- How many files there are and their bytes, by the first part of their media type: the sum of what each change of
-- the files adds, so that nobody who changes one waits for another. Rows are summed up to one a part now and then.
create table file_figures (
  id bigint generated always as identity primary key,
  media text not null,
  files bigint not null,
  bytes bigint not null
);
insert into file_figures (media, files, bytes)
  select split_part(file_type, '/', 1), count(*), sum(file_size) from files where deleted_at is null group by 1;
drop index files_figures;

create function app.count_file() returns trigger language plpgsql security definer
  set search_path = public, app, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into file_figures (media, files, bytes)
      values (split_part(old.file_type, '/', 1), -1, -old.file_size);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into file_figures (media, files, bytes)
      values (split_part(new.file_type, '/', 1), 1, new.file_size);
  end if;
  return null;
end
$$;

create trigger count_file after insert or delete on files for each row execute function app.count_file();
create trigger count_changed_file after update on files for each row
  when ((old.file_type, old.file_size, old.deleted_at) is distinct from (new.file_type, new.file_size, new.deleted_at))
  execute function app.count_file();
