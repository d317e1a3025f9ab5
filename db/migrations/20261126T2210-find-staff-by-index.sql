-- Staff are few among people, and are named wherever somebody manages a project.
create index profiles_staff on profiles (id) where role <> 'client';
